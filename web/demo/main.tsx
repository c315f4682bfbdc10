import { render } from "preact";
import { Gallery } from "./Gallery";
import "../src/theme/index.css";
import "../src/dice/dice.css";
import "../src/charts/charts.css";
import "./gallery.css";

const root = document.getElementById("gallery");
if (root !== null) render(<Gallery />, root);

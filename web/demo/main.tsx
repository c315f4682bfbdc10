import { render } from "preact";
import { Gallery } from "./Gallery";
import "./gallery.css";

const root = document.getElementById("gallery");
if (root !== null) render(<Gallery />, root);

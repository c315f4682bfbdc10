import { describe, expect, it } from "vitest";

import { linkFrom } from "../../plugins/guides";
import { readMarkdown, type Places } from "../../plugins/markdown";

const PLACES: Places = { link: (href) => (href.startsWith("x") ? null : href), image: (src) => `at:${src}` };
const read = (text: string) => readMarkdown(text, PLACES).trees;

describe("a guide's Markdown", () => {
  it("has a title", () => {
    expect(readMarkdown("# The `odds`\n\ntext", PLACES).title).toBe("The odds");
  });

  it("is headings with names, one level down", () => {
    expect(read("# A B?\n## A B?")).toEqual([
      ["h2", { id: "a-b" }, "A B?"],
      ["h3", { id: "a-b-1" }, "A B?"],
    ]);
  });

  it("is paragraphs of joined lines, without comments", () => {
    expect(read("one\ntwo\n\n<!-- a\nb -->\n\nthree")).toEqual([
      ["p", {}, "one two"],
      ["p", {}, "three"],
    ]);
  });

  it("is code that is left as it is", () => {
    expect(read("```python\n>>> a\n\n# *b*\n```\nafter")).toEqual([
      ["pre", { tabindex: "0" }, ["code", {}, ">>> a\n\n# *b*"]],
      ["p", {}, "after"],
    ]);
  });

  it("is lists with lines that go on", () => {
    expect(read("- one\n  more\n- two\n\n1. first")).toEqual([
      ["ul", {}, ["li", {}, "one more"], ["li", {}, "two"]],
      ["ol", {}, ["li", {}, "first"]],
    ]);
  });

  it("is tables, in which a bar may stand and a corner be empty", () => {
    const [box] = read("| | b |\n| --- | --- |\n| `a \\| b` | 1 \\\\ 2 |");
    expect(box).toEqual([
      "div",
      { class: "scroll-x", tabindex: "0" },
      [
        "table",
        {},
        ["thead", {}, ["tr", {}, ["td", {}], ["th", {}, "b"]]],
        ["tbody", {}, ["tr", {}, ["td", {}, ["code", {}, "a | b"]], ["td", {}, "1 ", "\\", " 2"]]],
      ],
    ]);
  });

  it("is code, strong words, emphasis, links and images in a line", () => {
    expect(read("a `b*` **c `d`** *e* [f `g`](h) [i](x) ![j](k)")).toEqual([
      [
        "p",
        {},
        "a ",
        ["code", {}, "b*"],
        " ",
        ["strong", {}, "c ", ["code", {}, "d"]],
        " ",
        ["em", {}, "e"],
        " ",
        ["a", { href: "h" }, "f ", ["code", {}, "g"]],
        " ",
        ["span", {}, "i"],
        " ",
        ["img", { src: "at:k", alt: "j", loading: "lazy" }],
      ],
    ]);
  });

  it("is text where it looks like markup", () => {
    expect(read('<img src=x onerror="alert(1)"> <script>')).toEqual([
      ["p", {}, '<img src=x onerror="alert(1)"> <script>'],
    ]);
  });
});

describe("a guide's links", () => {
  it("lead to other guides on the page", () => {
    expect(linkFrom("odds", "rules.md#choices")).toBe("#v1/learn/guide/rules?at=choices");
    expect(linkFrom("games/scores", "../rules.md")).toBe("#v1/learn/guide/rules");
    expect(linkFrom("odds", "games/README.md")).toBe("#v1/learn/guide/games");
    expect(linkFrom("games/tiers", "#tests")).toBe("#v1/learn/guide/games-tiers?at=tests");
  });

  it("lead to hosts by https alone", () => {
    expect(linkFrom("odds", "https://www.dask.org")).toBe("https://www.dask.org");
    expect(linkFrom("odds", "javascript:alert(1)")).toBeNull();
    expect(linkFrom("odds", "../CONTRIBUTING.md#x")).toBeNull();
  });
});

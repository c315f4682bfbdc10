/**
 * The Markdown that our guides use, as a tree of elements: what is written stays text, whatever it looks like.
 *
 * Headings, paragraphs, lists, tables, fenced code, images; code, strong, emphasis and links in a line.
 */

/** A text, or an element: its name, its attributes, its children. */
export type Tree = string | readonly [name: string, attributes: Readonly<Record<string, string>>, ...children: Tree[]];

export interface Page {
  readonly title: string;
  readonly trees: readonly Tree[];
}

/** Where a link or an image leads; null if nowhere on the page. */
export interface Places {
  link(href: string): string | null;
  image(src: string): string | null;
}

export function readMarkdown(text: string, places: Places): Page {
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").replace(/\r/g, "").split("\n");
  const trees = new Blocks(lines, places).read();
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? "";
  return { title: heading.replace(/`/g, ""), trees };
}

const FENCE = /^```/;
const HEADING = /^(#{1,4}) (.+)$/;
const ITEM = /^(?:[-*]|(\d+)\.) +(.*)$/;
const ROW = /^\|(.*)\|\s*$/;

class Blocks {
  private at = 0;
  private readonly names = new Map<string, number>();

  constructor(
    private readonly lines: readonly string[],
    private readonly places: Places,
  ) {}

  read(): Tree[] {
    const trees: Tree[] = [];
    while (this.at < this.lines.length) {
      if (this.line.trim() === "") this.at += 1;
      else trees.push(this.block());
    }
    return trees;
  }

  private get line(): string {
    return this.lines[this.at] ?? "";
  }

  private block(): Tree {
    if (FENCE.test(this.line)) return this.code();
    const heading = HEADING.exec(this.line);
    if (heading !== null) return this.heading(heading[1] as string, heading[2] as string);
    if (ROW.test(this.line)) return this.table();
    return ITEM.test(this.line) ? this.list() : this.paragraph();
  }

  private heading(marks: string, text: string): Tree {
    this.at += 1;
    return [`h${marks.length + 1}`, { id: this.named(text) }, ...this.inline(text)];
  }

  /** A name for links to the heading, as hosts of Markdown make them. */
  private named(text: string): string {
    const slug = text.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, "").replaceAll(" ", "-");
    const before = this.names.get(slug) ?? 0;
    this.names.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  }

  private code(): Tree {
    const start = ++this.at;
    while (this.at < this.lines.length && !FENCE.test(this.line)) this.at += 1;
    const inside = this.lines.slice(start, this.at++);
    return ["pre", { tabindex: "0" }, ["code", {}, inside.join("\n").trimEnd()]];
  }

  private table(): Tree {
    const rows: string[][] = [];
    for (let row = ROW.exec(this.line); row !== null; row = ROW.exec(this.line)) {
      rows.push(cells(row[1] as string));
      this.at += 1;
    }
    const [head = [], , ...body] = rows;
    // A corner without a text is no heading.
    const drawn = (row: string[], name: string): Tree => [
      "tr",
      {},
      ...row.map((each): Tree => [each === "" ? "td" : name, {}, ...this.inline(each)]),
    ];
    const table: Tree = ["table", {}, ["thead", {}, drawn(head, "th")], ["tbody", {}, ...body.map((row) => drawn(row, "td"))]];
    return ["div", { class: "scroll-x", tabindex: "0" }, table];
  }

  private list(): Tree {
    const ordered = ITEM.exec(this.line)?.[1] !== undefined;
    const items: Tree[] = [];
    for (let item = ITEM.exec(this.line); item !== null; item = ITEM.exec(this.line)) {
      this.at += 1;
      items.push(["li", {}, ...this.inline([item[2] as string, ...this.indented()].join(" "))]);
    }
    return [ordered ? "ol" : "ul", {}, ...items];
  }

  private indented(): string[] {
    const start = this.at;
    while (/^ +\S/.test(this.line)) this.at += 1;
    return this.lines.slice(start, this.at).map((line) => line.trim());
  }

  private paragraph(): Tree {
    const start = this.at;
    do this.at += 1;
    while (this.line.trim() !== "" && !FENCE.test(this.line) && !HEADING.test(this.line) && !ITEM.test(this.line) && !ROW.test(this.line));
    return ["p", {}, ...this.inline(this.lines.slice(start, this.at).join(" "))];
  }

  private inline(text: string): Tree[] {
    return inline(text, this.places);
  }
}

/** The cells of a row; `\|` is a bar inside one. */
function cells(row: string): string[] {
  return row.split(/(?<!\\)\|/).map((each) => each.trim().replaceAll("\\|", "|"));
}

const INLINE = /\\([\\`*|[\]])|`([^`]+)`|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*/;

function inline(text: string, places: Places): Tree[] {
  const found = INLINE.exec(text);
  if (found === null) return text === "" ? [] : [text];
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  return [...(before === "" ? [] : [before]), element(found, places), ...inline(after, places)];
}

function element([whole, escaped, code, alt, src, linked, href, strong, emphasis]: RegExpExecArray, places: Places): Tree {
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return ["code", {}, code];
  if (src !== undefined) {
    const place = places.image(src);
    return place === null ? (alt ?? "") : ["img", { src: place, alt: alt ?? "", loading: "lazy" }];
  }
  if (href !== undefined) {
    const place = places.link(href);
    const inside = inline(linked ?? "", places);
    return place === null ? ["span", {}, ...inside] : ["a", { href: place }, ...inside];
  }
  if (strong !== undefined) return ["strong", {}, ...inline(strong, places)];
  return emphasis === undefined ? whole : ["em", {}, ...inline(emphasis, places)];
}

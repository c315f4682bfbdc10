/** What leaves the page as a file. */

/** A name that every file system takes. */
export function fileName(text: string, ending: string): string {
  const stem = text.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${stem === "" ? "astragal" : stem}.${ending}`;
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveText(text: string, name: string, type = "text/plain"): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

export const saveCsv = (text: string, title: string) => saveText(text, fileName(title, "csv"), "text/csv");

export const saveJson = (text: string, title: string) => saveText(text, fileName(title, "json"), "application/json");

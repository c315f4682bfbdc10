/** Words of the engine, as they stand on the page. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function sentence(text: string): string {
  return capital(ended(text));
}

/** `armor_class`, the name of a parameter or a field, in two words. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

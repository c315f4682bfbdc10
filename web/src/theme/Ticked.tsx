/** Words in which `notation` stands between backticks, as the engine writes them: that is set as code. */
export function Ticked({ text }: { text: string }) {
  return <>{text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

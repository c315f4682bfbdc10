import { useGrowing } from "../../app/useGrowing";
import type { Answers, Rolled } from "../../contract";
import { signed } from "../../words";

export type Macro = Answers["macro"];
type Message = Macro["messages"][number];

/** A macro that was rolled, and what was clicked in it since. */
export interface Played {
  readonly key: number;
  readonly macro: Macro;
  readonly clicked: Readonly<Record<number, Rolled>>;
}

const LINES = 30;

interface ChatProps {
  readonly played: readonly Played[];
  readonly onClick: (played: Played, place: number) => void;
}

/** What the chat shows, the newest first. */
export function Chat({ played, onClick }: ChatProps) {
  return (
    <ol class="chat">
      {played.map((each) => (
        <li key={each.key}>
          {each.macro.messages.map((message, at) => (
            <Said key={at} message={message} played={each} onClick={(place) => onClick(each, place)} />
          ))}
        </li>
      ))}
    </ol>
  );
}

interface SaidProps {
  readonly message: Message;
  readonly played: Played;
  readonly onClick: (place: number) => void;
}

function Said({ message: { to, by, rows }, played, onClick }: SaidProps) {
  const places = [...new Set(rows.flatMap(({ parts }) => parts.flatMap(({ roll }) => (roll === null ? [] : [roll]))))];
  const listed = useGrowing(Math.max(rows.length, places.length), LINES);
  const heading = [by, to === "" ? "" : `to ${to}`].filter(Boolean).join(", ");
  return (
    <div class="chat-message">
      {heading === "" ? null : <p class="chat-heading">{heading}</p>}
      {rows.slice(0, listed).map(({ label, parts }, at) => (
        <p key={at} class="chat-row">
          {label === "" ? null : <b>{label}: </b>}
          {parts.map((part, number) => (
            <Part key={number} part={part} played={played} onClick={onClick} />
          ))}
        </p>
      ))}
      <ul class="chat-rolls">
        {places.slice(0, listed).map((place) => (
          <RollLine key={place} place={place} played={played} />
        ))}
      </ul>
    </div>
  );
}

interface PartProps {
  readonly part: Message["rows"][number]["parts"][number];
  readonly played: Played;
  readonly onClick: (place: number) => void;
}

function Part({ part: { text, roll }, played, onClick }: PartProps) {
  if (roll === null) return <>{text}</>;
  const each = played.macro.rolls[roll];
  if (each?.later !== true) return <strong class="chat-total">{signed(text)}</strong>;
  const clicked = played.clicked[roll];
  return (
    <button type="button" class="small chat-later" onClick={() => onClick(roll)}>
      {each.name}
      {clicked === undefined ? null : <strong class="chat-total">{signed(clicked.outcome)}</strong>}
    </button>
  );
}

/** How a roll came about, behind its name. */
function RollLine({ place, played }: { place: number; played: Played }) {
  const each = played.macro.rolls[place];
  const rolled = played.clicked[place] ?? each?.rolled ?? null;
  if (each === undefined || rolled === null) return null;
  return (
    <li>
      <span class="chat-name">{each.name}</span> {signed(rolled.text)}
    </li>
  );
}

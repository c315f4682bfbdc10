import type { Ref } from "preact";
import { useRef } from "preact/hooks";

import type { Answered } from "../../app/useAnswer";
import type { Answers, Odds, Rolled } from "../../contract";
import { Tabs } from "../../theme/Tabs";
import type { Form } from "./form/form";
import type { Parameter } from "./form/parameters";
import { OddsInFull } from "./odds/OddsInFull";
import { Sweeps } from "./odds/Sweeps";
import { WhatMatters } from "./odds/WhatMatters";
import { Records } from "./play/Records";
import type { Subject } from "./play/rolling";
import { SheetsTab } from "./sheets/SheetsTab";
import type { Sheets } from "./sheets/useSheets";

const TABS = [
  { name: "odds", title: "Odds in full" },
  { name: "across", title: "Across values" },
  { name: "matters", title: "What matters" },
  { name: "sheets", title: "Sheets" },
  { name: "records", title: "Records" },
  { name: "rules", title: "In short" },
] as const;

export type TabName = (typeof TABS)[number]["name"];

interface BelowProps {
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
  readonly game: Answers["game"];
  readonly games: Answers["games"]["games"];
  readonly rule: Answers["game"]["rules"][number];
  readonly parameters: readonly Parameter[];
  readonly form: Form;
  readonly subject: Subject;
  readonly odds: Answered<Odds>;
  /** whether something in the form is wrong, and said to be */
  readonly wrong: boolean;
  readonly aim: string;
  readonly sheets: Sheets;
  readonly rolls: readonly Rolled[];
  readonly place: Ref<HTMLDivElement>;
}

/** What is looked up rather than played with: all odds, sweeps, sheets, records, the rules in short. */
export function Below({ tab, onTab, place, ...props }: BelowProps) {
  // What was begun there is not lost by a look at something else.
  const opened = useRef(false);
  opened.current ||= tab === "sheets";
  return (
    <div ref={place} class="game-below">
      <Tabs label="More about this rule" tabs={TABS} selected={tab} onSelect={(name) => onTab(name as TabName)}>
        <div class="tab-body">
          <div hidden={tab !== "sheets"}>{opened.current ? <SheetsTab sheets={props.sheets} names={props.game.sheet} games={props.games} /> : null}</div>
          <Body tab={tab} {...props} />
        </div>
      </Tabs>
    </div>
  );
}

function Body({ tab, game, rule, parameters, form, subject, odds, wrong, aim, rolls }: Omit<BelowProps, "onTab" | "place">) {
  const unready = <p class="soft">Something in the form is not right yet.</p>;
  switch (tab) {
    case "odds":
      return wrong ? unready : <OddsInFull key={rule.name} subject={subject} whole={odds} fields={rule.fields} />;
    case "across":
      return wrong ? unready : <Sweeps key={rule.name} subject={subject} parameters={parameters} form={form} fields={rule.fields} aim={aim} />;
    case "matters":
      return wrong ? unready : <WhatMatters key={rule.name} subject={subject} parameters={parameters} fields={rule.fields} aim={aim} />;
    case "sheets":
      return null;
    case "records":
      return <Records rolls={rolls} />;
    case "rules":
      return (
        <div class="in-short">
          <p class="soft">{game.title}</p>
          <ul>
            {game.short.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      );
  }
}

import { useEffect, useRef, useState } from "preact/hooks";

import { writeRoute, type Route } from "../../../app/route";
import { useServices } from "../../../app/services";
import { gameRoute, linkedForm } from "../link";
import { exampleForm } from "./examples";
import type { Form, Typed } from "./form";
import type { Parameter } from "./parameters";

export interface HeldForm {
  readonly form: Form;
  /** where this form is on the page */
  readonly here: Route;
  /** what the game master keeps from the players */
  readonly hidden: ReadonlySet<string>;
  readonly type: (name: string, typed: Typed) => void;
  readonly fill: (form: Form) => void;
  readonly hide: (name: string, hidden: boolean) => void;
}

const PAUSE = 250;

/** The form of a rule: from a link, else as it was left, else an example. The address follows it. */
export function useForm(rule: string, parameters: readonly Parameter[], examples: readonly string[], route: Route): HeldForm {
  const { toasts, go } = useServices();
  const [forms, setForms] = useState<Readonly<Record<string, Form>>>({});
  const [hiding, setHiding] = useState<Readonly<Record<string, ReadonlySet<string>>>>({});
  const written = useRef("");
  const left = forms[rule];
  const form = left ?? linkedForm(route, parameters)?.form ?? exampleForm(rule, parameters, examples);
  const hidden = hiding[rule] ?? new Set<string>();

  useEffect(() => {
    if (writeRoute(route) === written.current) return;
    const linked = linkedForm(route, parameters);
    if (linked === null) return;
    setForms((before) => ({ ...before, [rule]: linked.form }));
    if (linked.unknown.length > 0) toasts.say(`This link says ${linked.unknown.join(", ")}, which this rule does not know.`);
  }, [route, parameters]);

  // An address is seen by everybody who looks at the screen.
  const here = gameRoute(rule, parameters.filter(({ name }) => !hidden.has(name)), form);
  const address = writeRoute(here);
  useEffect(() => {
    if (left === undefined || address === writeRoute(route)) return undefined;
    const timer = setTimeout(() => {
      written.current = address;
      go(here, { replace: true });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [address, left]);

  return {
    form,
    here,
    hidden,
    fill: (filled) => setForms((before) => ({ ...before, [rule]: filled })),
    type: (name, typed) => setForms((before) => ({ ...before, [rule]: { ...(before[rule] ?? form), [name]: typed } })),
    hide: (name, secret) => {
      const others = [...hidden].filter((each) => each !== name);
      setHiding({ ...hiding, [rule]: new Set(secret ? [...others, name] : others) });
    },
  };
}

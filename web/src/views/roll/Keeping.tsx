import { useRef } from "preact/hooks";

import { useServices } from "../../app/services";
import { saveJson } from "../../files";

const LARGEST = 5_000_000;

/** Taking everything that is kept here elsewhere, and bringing it back. */
export function Keeping() {
  const { kept, toasts } = useServices();
  const file = useRef<HTMLInputElement>(null);

  async function upload(chosen: File | undefined) {
    if (chosen === undefined) return;
    if (chosen.size > LARGEST) {
      toasts.say("This file is too large to be an export of this page.");
      return;
    }
    const came = kept.imported(await chosen.text());
    toasts.say("fault" in came ? came.fault : came.added);
  }

  return (
    <div class="toolbar screen-only">
      <button type="button" class="small quiet" onClick={() => saveJson(kept.exported(), "astragal")}>
        Export
      </button>
      <button type="button" class="small quiet" onClick={() => file.current?.click()}>
        Import
      </button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="A file that was exported here"
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

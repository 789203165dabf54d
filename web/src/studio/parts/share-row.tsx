import type { Described } from "../calls.ts";
import { addressOf, type ToolName } from "../share.ts";
import { AsCode } from "./as-code.tsx";
import { CopyButton } from "./copy-button.tsx";

/** The call as code, and the settings as a link, for people who use a tool often. */
export function ShareRow(props: {
  call: () => Described | undefined;
  onShare: () => unknown;
  tool?: ToolName;
  /** What of the settings is in no link. */
  without?: string;
}) {
  const tool = props.tool ?? "crop";
  return (
    <div class="row share-row">
      <AsCode call={props.call} />
      <CopyButton
        text={() => addressOf(tool, props.onShare())}
        label={`Copy settings as link${props.without ? `, without ${props.without}` : ""}`}
      />
    </div>
  );
}

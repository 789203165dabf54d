import type { Size } from "../document/viewer.ts";
import { Icon } from "../parts/icon.tsx";
import { Small } from "../parts/small.tsx";
import { placed } from "./layout.ts";
import * as state from "./state.ts";

const UNKNOWN: Size = { width: 850, height: 1100 };

/** An image on the page that it will become. */
export function Card(props: {
  picture: state.Picture;
  index: number;
  isDragged: boolean;
  /** The Tab key stops at the tools of one card. */
  isStop: boolean;
}) {
  const { picture, index, isDragged, isStop } = props;
  const tabIndex = isStop ? 0 : -1;
  const { id, name, kind } = picture;
  const fault = kind.refusal ?? state.failures.value[name];
  const last = state.pictures.value.length - 1;
  const tools = [
    ["earlier", "Earlier:", "left", () => state.moveTo(id, index - 1), index === 0],
    ["later", "Later:", "right", () => state.moveTo(id, index + 1), index === last],
    ["rotate", "Rotate", "turnRight", () => state.turn(id), false],
    ["remove", "Remove", "remove", () => state.remove(id), false],
  ] as const;
  return (
    <li class={`picture${isDragged ? " dragged" : ""}${fault ? " refused" : ""}`} data-picture={id}>
      <div class="picture-place">
        <PagePreview picture={picture} />
      </div>
      <div class="picture-head">
        <button
          type="button"
          class="grip"
          tabIndex={tabIndex}
          aria-label={`Move ${name}, number ${index + 1}`}
          aria-describedby="grip-help"
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            const grip = event.currentTarget;
            state.moveTo(id, index + step);
            // An element that is moved in the page loses the focus.
            requestAnimationFrame(() => grip.focus());
          }}
        >
          <Icon name="grip" />
        </button>
        <span class="picture-name">
          {index + 1}. {name}
          {picture.pages > 1 && `, ${picture.pages} pages`}
        </span>
      </div>
      {fault !== undefined && <span class="error">{fault}</span>}
      <span class="picture-tools">
        {tools.map(([tool, label, sign, run, isOff]) => (
          <Small
            key={tool}
            class="quiet"
            tabIndex={tabIndex}
            data-tool-of-card={tool}
            aria-label={`${label} ${name}`}
            disabled={isOff}
            onClick={run}
            icon={sign}
          />
        ))}
      </span>
    </li>
  );
}

function PagePreview({ picture }: { picture: state.Picture }) {
  const { kind, size, rotation, url, id } = picture;
  const { page, inner, box } = placed(size ?? UNKNOWN, rotation, state.layout.value);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const ratio = page.width / page.height;
  const sheet = {
    width: `min(100%, calc(var(--tall) * ${ratio}))`,
    aspectRatio: String(ratio),
    background: state.background.value,
  };
  if (!kind.isShown || kind.refusal !== undefined) {
    return (
      <div class="picture-page unseen" style={sheet}>
        <span>
          {kind.name}
          {kind.refusal === undefined && ", not shown here"}
        </span>
      </div>
    );
  }
  return (
    <div class={size ? "picture-page" : "picture-page waiting"} style={sheet}>
      <div
        class="picture-inner"
        style={{ width: percent(inner.width, page.width), height: percent(inner.height, page.height) }}
      >
        <img
          src={url}
          alt=""
          draggable={false}
          onError={() => state.noteUnseen(id)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (!size && width > 0) state.noteSize(id, { width, height });
          }}
          style={{
            width: percent(box.width, inner.width),
            height: percent(box.height, inner.height),
            rotate: `${rotation}deg`,
          }}
        />
      </div>
    </div>
  );
}

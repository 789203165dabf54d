import { useRef, useState } from "preact/hooks";
import { plural } from "../../format.ts";
import { fieldProblems } from "../job.ts";
import { WorkPanel, whereItIs } from "../parts/action-bar.tsx";
import { AddressForm } from "../parts/address-form.tsx";
import { chosen, ticked, typed } from "../parts/bound.ts";
import { ChooseFiles } from "../parts/choose-files.tsx";
import { Check, Choice, TextField } from "../parts/fields.tsx";
import { FinishingFields } from "../parts/finishing-fields.tsx";
import { follow } from "../parts/follow.ts";
import { Result } from "../parts/results.ts";
import { moveFocus } from "../parts/roving.ts";
import { settings } from "../parts/settings.ts";
import { ShareRow } from "../parts/share-row.tsx";
import { Small } from "../parts/small.tsx";
import { Card } from "./card.tsx";
import { PAPERS } from "./layout.ts";
import { bind, described } from "./request.ts";
import * as state from "./state.ts";

const { pageSize, orientation, fitMode, background } = state;
const linked = settings({ pageSize, orientation, fitMode, background });

export function takeSettings(given: unknown): void {
  const { margin } = given as { margin?: unknown };
  linked.take(given as Record<string, unknown>);
  if (typeof margin === "string") state.takeMargin(margin);
}

function settingsNow(): Record<string, unknown> {
  return { ...linked.now(), margin: String(state.marginInMm.value) };
}

export function ImagesTool() {
  const made = state.result.value;
  if (made) return <Result made={made} kept={state.result} onward={["crop", "split", "redact", "organize"]} />;
  return (
    <section class="workspace no-strip">
      <h1 class="visually-hidden">Images to PDF</h1>
      <div class="stage">
        <div class="stage-view images-view">
          <Pictures />
        </div>
      </div>
      <ImagesPanel />
    </section>
  );
}

function Pictures() {
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  // One card is a stop of the Tab key: arrow keys lead from each of its tools to the same of the others.
  const [stop, setStop] = useState<number | undefined>(undefined);
  const stopAt = state.pictures.value.some(({ id }) => id === stop) ? stop : state.pictures.value[0]?.id;
  const list = useRef<HTMLOListElement>(null);
  const press = (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    const isGrip = target.closest(".grip") !== null;
    // A finger on a picture scrolls, and drags by the grip. A mouse drags by any part of the card that is not a button.
    if (event.button !== 0 || (!isGrip && (event.pointerType !== "mouse" || target.closest("button")))) return;
    const id = Number(target.closest<HTMLElement>("[data-picture]")?.dataset.picture);
    if (!id) return;
    const element = list.current as HTMLOListElement;
    const [startX, startY] = [event.clientX, event.clientY];
    let isMoving = false;
    const move = (moving: PointerEvent) => {
      if (!isMoving && Math.hypot(moving.clientX - startX, moving.clientY - startY) < 6) return;
      if (!isMoving) {
        isMoving = true;
        element.setPointerCapture(event.pointerId);
        setDragged(id);
      }
      const under = document.elementFromPoint(moving.clientX, moving.clientY)?.closest<HTMLElement>("[data-picture]");
      const over = Number(under?.dataset.picture);
      const to = state.pictures.value.findIndex((picture) => picture.id === over);
      if (to >= 0 && over !== id) state.moveTo(id, to);
    };
    follow(element, event, move, () => setDragged(undefined));
  };
  return (
    <>
      <p id="grip-help" class="visually-hidden">
        Arrow keys move the image. On its other buttons they lead to the same button of the next image.
      </p>
      <ol
        class="pictures"
        aria-label="Images in order"
        ref={list}
        onPointerDown={press}
        onFocusIn={({ target }) => {
          const id = Number((target as HTMLElement).closest<HTMLElement>("[data-picture]")?.dataset.picture);
          if (id) setStop(id);
        }}
        onKeyDown={(event) => {
          const tool = (event.target as HTMLElement).dataset.toolOfCard;
          if (tool) moveFocus(event, `[data-tool-of-card="${tool}"]:not(:disabled)`);
        }}
      >
        {state.pictures.value.map((picture, index) => (
          <Card
            key={picture.id}
            picture={picture}
            index={index}
            isDragged={picture.id === dragged}
            isStop={picture.id === stopAt}
          />
        ))}
      </ol>
    </>
  );
}

function ImagesPanel() {
  const { pictures, good } = state;
  const refused = pictures.value.length - good.value.length;
  return (
    <WorkPanel
      work={state.work}
      where={whereItIs(
        good.value.every(({ source }) => source instanceof File),
        good.value.length,
      )}
      why={state.marginFault.value && "Correct first: Margin."}
      label={`Bind ${plural(good.value.length, "image")}`}
      disabled={good.value.length === 0 || state.isMixed.value || state.marginFault.value !== undefined}
      onRun={() => void bind()}
    >
      <div class="file-head">
        <p>
          <strong>{plural(pictures.value.length, "image")}</strong>
          {refused > 0 && <span class="error">{plural(refused, "file")} will be left out</span>}
        </p>
        <span class="row">
          <ChooseFiles label="Add" accept={ACCEPT} onFiles={(files) => void state.add(files)} />
          <Small onClick={state.clear}>Clear</Small>
        </span>
      </div>
      <AddressForm many onOpen={state.addAddresses} />
      {state.isMixed.value && (
        <p class="notice warn" role="status">
          Files and addresses cannot be bound in one go. Remove one or the other.
        </p>
      )}
      <section class="group" aria-label="Order">
        <div class="row">
          <Small onClick={() => state.turn()}>Rotate all</Small>
          <Small onClick={() => state.sortBy("name")}>Sort by name</Small>
          <Small onClick={() => state.sortBy("date")}>Sort by date</Small>
        </div>
      </section>
      <section class="group" aria-label="Page">
        <Choice
          label="Paper"
          {...chosen(pageSize)}
          options={[...PAPERS.map((name) => [name, name] as const), ["Original", "As large as the image"]]}
        />
        {pageSize.value !== "Original" && (
          <>
            <Choice
              label="Orientation"
              {...chosen(state.orientation)}
              options={[
                ["auto", "Match each image"],
                ["portrait", "Portrait"],
                ["landscape", "Landscape"],
              ]}
            />
            <Choice
              label="Fit"
              {...chosen(state.fitMode)}
              options={[
                ["contain", "Whole image"],
                ["cover", "Fill the page, crop the rest"],
                ["fill", "Stretch to the page"],
              ]}
            />
          </>
        )}
        <div class="fields">
          <TextField
            label={`Margin (${state.unit})`}
            inputMode="decimal"
            {...typed(state.margin, "margin")}
            error={state.marginFault.value ?? fieldProblems.value.margin}
          />
          <TextField label="Background" type="color" {...typed(state.background)} />
        </div>
        <Check label="Remove location and camera data" {...ticked(state.stripMetadata)} />
        <Check label="Outline with the names of files" {...ticked(state.isOutlined)} />
      </section>
      <FinishingFields finishing={state.finishing} isNew />
      <ShareRow tool="images" call={described} onShare={settingsNow} />
    </WorkPanel>
  );
}

export const ACCEPT = "image/*,.tif,.tiff,.jp2,.j2k";

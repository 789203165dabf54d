import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

interface Asked {
  title: string;
  text: string;
  yes: string;
  no: string;
  answer: (isYes: boolean) => void;
}

const asked = signal<Asked | undefined>(undefined);

/** Asks before something is lost. Escape means no. */
export function ask(question: Omit<Asked, "answer">): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = { ...question, answer: resolve };
  });
}

export function Question() {
  const now = asked.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (now && !dialog.current?.open) dialog.current?.showModal();
  }, [now]);
  if (!now) return null;
  const answer = (isYes: boolean) => {
    asked.value = undefined;
    now.answer(isYes);
  };
  return (
    <dialog ref={dialog} aria-labelledby="question-title" onClose={() => answer(false)}>
      <h2 id="question-title">{now.title}</h2>
      <p>{now.text}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => answer(true)}>
          {now.yes}
        </button>
        <button type="button" onClick={() => answer(false)}>
          {now.no}
        </button>
      </div>
    </dialog>
  );
}

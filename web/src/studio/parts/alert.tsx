/** What went wrong, if something did. */
export function Alert({ text, class: kind = "notice bad" }: { text: string | undefined; class?: string }) {
  if (text === undefined) return null;
  return (
    <p class={kind} role="alert">
      {text}
    </p>
  );
}

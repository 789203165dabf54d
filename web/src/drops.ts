const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** Takes files that are dropped or pasted anywhere: a browser that opened one instead would lose the page. */
export function takeDrops(take: (files: File[]) => void, setOver: (is: boolean) => void): () => void {
  const over = new AbortController();
  const on = <Name extends keyof WindowEventMap>(name: Name, act: (event: WindowEventMap[Name]) => void) =>
    addEventListener(name, act, { signal: over.signal });
  const given = (event: Event, files: readonly File[]) => {
    event.preventDefault();
    setOver(false);
    if (files.length > 0) take([...files]);
  };
  on("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  on("dragleave", (event) => event.relatedTarget === null && setOver(false));
  on("drop", (event) => hasFiles(event) && given(event, [...(event.dataTransfer?.files ?? [])]));
  on("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) given(event, files);
  });
  return () => over.abort();
}

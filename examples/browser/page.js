import { autoCrop, crop } from "quire-engine";

const status = document.querySelector("[role=status]");

document.querySelector("input").addEventListener("change", async ({ target }) => {
  const [chosen] = target.files;
  try {
    const pdf = new Uint8Array(await chosen.arrayBuffer());
    const { definitions } = await autoCrop(pdf, { margin: 10 });
    const { file } = await crop(pdf, { definitions });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file.bytes()], { type: "application/pdf" }));
    link.download = chosen.name.replace(/(\.pdf)?$/i, "-cropped.pdf");
    link.textContent = "Save it without its margins";
    status.after(link);
    status.textContent = `${definitions.length} pages were cropped.`;
  } catch (error) {
    status.textContent = error.message;
  }
});

import { byId } from "../dom.ts";

byId("app").textContent = "…";

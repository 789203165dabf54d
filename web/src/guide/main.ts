import { searchBox } from "../docs/search.ts";
import { byId } from "../dom.ts";

byId("search").append(searchBox());

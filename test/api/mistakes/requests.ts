import { HTML, json, type Mistake, SPLIT, withHeaders } from "./mistake.ts";

const html = () => json({ html: "<p>Hi" });
const key = (Authorization: string): RequestInit => withHeaders(html(), { Authorization });

/** Keys, paths and methods. */
export const requests: Mistake[] = [
  {
    mistake: "no key",
    path: HTML,
    init: key(""),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "Send an API key as `Authorization: Bearer qk_…`",
  },
  {
    mistake: "the key in X-API-Key",
    path: HTML,
    init: withHeaders(key(""), { "X-API-Key": "qk_1" }),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "it was sent as X-API-Key",
  },
  {
    mistake: "the key in the address",
    path: `${HTML}?api_key=qk_1`,
    init: key(""),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "it was sent in the address as api_key",
  },
  {
    mistake: "the key without Bearer",
    path: HTML,
    init: key("qk_0123456789"),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "write Bearer and a space before the key",
  },
  {
    mistake: "Basic instead of Bearer",
    path: HTML,
    init: key("Basic cWs6"),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "not Basic",
  },
  {
    mistake: "Bearer written twice",
    path: HTML,
    init: key("Bearer Bearer qk_1"),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "it says Bearer twice",
  },
  {
    mistake: "an unset variable as the key",
    path: HTML,
    init: key("Bearer "),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "is the variable that holds it set?",
  },
  {
    mistake: "`Bearer null`",
    path: HTML,
    init: key("Bearer null"),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "The variable that holds the key is not set",
  },
  {
    mistake: "`Bearer undefined`",
    path: HTML,
    init: key("Bearer undefined"),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "The variable that holds the key is not set",
  },
  {
    mistake: "quotes around the key",
    path: HTML,
    init: key('Bearer "qk_1"'),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "without quotes or brackets",
  },
  {
    mistake: "a placeholder instead of the key",
    path: HTML,
    init: key("Bearer YOUR_API_KEY"),
    answer: "401 AUTHENTICATION_REQUIRED",
    says: "put a real key in its place",
  },
  {
    mistake: "POST /v1/crop",
    path: "/v1/crop",
    init: html(),
    answer: "404 NOT_FOUND",
    says: "did you mean /v1/pdf/crop?",
  },
  {
    mistake: "POST /v1/pdf/split/ with a slash at the end",
    path: `${SPLIT}/`,
    init: html(),
    answer: "404 NOT_FOUND",
    says: "did you mean /v1/pdf/split?",
  },
  {
    mistake: "POST /v1/convert/images-to-pdf",
    path: "/v1/convert/images-to-pdf",
    init: html(),
    answer: "404 NOT_FOUND",
    says: "did you mean /v1/convert/image-to-pdf?",
  },
  {
    mistake: "POST /v1/html",
    path: "/v1/html",
    init: html(),
    answer: "404 NOT_FOUND",
    says: "did you mean /v1/convert/html-to-pdf?",
  },
  {
    mistake: "GET of an operation that wants POST",
    path: SPLIT,
    init: { method: "GET" },
    answer: "405 METHOD_NOT_ALLOWED",
    says: "/v1/pdf/split answers POST, OPTIONS, not GET",
  },
  {
    mistake: "PUT",
    path: HTML,
    init: { ...html(), method: "PUT" },
    answer: "405 METHOD_NOT_ALLOWED",
    says: "not PUT",
  },
];

import { html, type Html } from "../../platform/html.ts"

/** A shell command; tests run it. */
export const shell = (text: string): Html => block("shell", "Shell", text)

/** A response. */
export const answer = (body: unknown): Html =>
  block("answer", "Answer", typeof body === "string" ? body : JSON.stringify(body, null, 2))

/** A file to save. */
export const file = (name: string, text: string): Html => block("file", name, text)

/** Long lines scroll inside, also by keyboard. */
const block = (kind: string, label: string, text: string): Html =>
  html`<figure class="code ${kind}">
    <figcaption>${label}</figcaption>
    <pre tabindex="0"><code>${text.trim()}</code></pre>
  </figure> `

import type { Reader } from "../../channels/message-time.ts"
import { partsFor } from "../../channels/shown-message.ts"
import type { Finding } from "../../findings/finding.ts"
import { html } from "../../platform/html.ts"

/** What is said, with names and what targets wrote isolated for text direction. */
export const said = (reader: Reader, findings: readonly Finding[]) =>
  html`${partsFor(reader, findings).map(({ text, isEvidence }) =>
    isEvidence ? html`<bdi>${text}</bdi>` : html`${text}`,
  )}`

import type { Finding as Found } from "../../findings/finding.ts"
import { say, sayInParts, type Part } from "../../findings/say.ts"
import { builder } from "./builder.ts"

const Language = builder.enumType("FindingLanguage", {
  description: "A language in which findings have words.",
  values: {
    EN: { value: "en", description: "English." },
    DE: { value: "de", description: "German." },
  } as const,
})

const inLanguage = {
  type: Language,
  description:
    "The language of the words; by default the account's, and English for keys and programs.",
} as const

const Part = builder.objectRef<Part>("FindingPart").implement({
  description: "A piece of the words of a finding.",
  fields: (t) => ({
    text: t.exposeString("text", { description: "The piece, with the spaces around it." }),
    isEvidence: t.exposeBoolean("isEvidence", {
      description:
        "Whether it is a name, an address or a quotation, to be isolated for text direction.",
    }),
  }),
})

export const Finding = builder.objectRef<Found>("Finding").implement({
  description: "Why something happened, as data.",
  extensions: { rows: 3 },
  fields: (t) => ({
    code: t.exposeString("code", { description: "What happened, such as not_connected." }),
    parameters: t.expose("parameters", {
      type: "JSON",
      description:
        "An object with the details of the code. Findings that it is about are among them, in the same form.",
    }),
    text: t.string({
      description: "The same in words.",
      args: { language: t.arg(inLanguage) },
      resolve: (finding, { language }, ctx) => say([finding], language ?? ctx.language),
    }),
    parts: t.field({
      type: [Part],
      description: "The words in pieces, with evidence apart.",
      extensions: { rows: 4 },
      args: { language: t.arg(inLanguage) },
      resolve: (finding, { language }, ctx) => sayInParts([finding], language ?? ctx.language),
    }),
  }),
})

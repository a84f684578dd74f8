import type { Finding as Found } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"
import { builder } from "./builder.ts"

const Language = builder.enumType("FindingLanguage", {
  description: "A language in which findings have words.",
  values: {
    EN: { value: "en", description: "English." },
    DE: { value: "de", description: "German." },
  } as const,
})

export const Finding = builder.objectRef<Found>("Finding").implement({
  description: "Why something happened, as data.",
  fields: (t) => ({
    code: t.exposeString("code", { description: "What happened, such as not_connected." }),
    parameters: t.expose("parameters", {
      type: "JSON",
      description:
        "An object with the details of the code. Findings that it is about are among them, in the same form.",
    }),
    text: t.string({
      description: "The same in words.",
      args: {
        language: t.arg({
          type: Language,
          description: "The language of the words; English by default.",
        }),
      },
      resolve: (finding, { language }) => say([finding], language ?? "en"),
    }),
  }),
})

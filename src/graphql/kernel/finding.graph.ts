import { RootFieldBuilder, type FieldKind, type FieldRef, type SchemaTypes } from "@pothos/core"
import type { Finding as Found } from "../../findings/finding.ts"
import { reasonOf, say, sayInParts, type Part } from "../../findings/say.ts"
import { builder, type BuilderTypes } from "./builder.ts"
import { valuesOf } from "./values-of.ts"

const Language = builder.enumType("FindingLanguage", {
  description: "A language in which findings have words.",
  values: valuesOf({
    en: "English.",
    de: "German.",
  }),
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

type Explain<Types extends SchemaTypes, Parent, Kind extends FieldKind, Of> = (
  words: string,
  description: string,
  of: (parent: Parent) => Of,
  names?: { data?: string },
) => Record<string, FieldRef<Types, unknown, Kind>>

declare global {
  // eslint-disable-next-line typescript/no-namespace -- Pothos is extended so.
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<
      Types extends SchemaTypes,
      ParentShape,
      Kind extends FieldKind = FieldKind,
    > {
      /** Why, by two fields: its words in English, and `data` with its findings. */
      explained: Explain<Types, ParentShape, Kind, readonly Found[]>
      /** The same; the words are null without findings. */
      explainedOrNull: Explain<Types, ParentShape, Kind, readonly Found[]>
      /** The same of one finding. */
      explainedByOne: Explain<Types, ParentShape, Kind, Found>
    }
  }
}

const asData = (words: string): string => `What ${words} says, as data.`
const fields = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<
  BuilderTypes,
  unknown
>

fields.explained = function explained(words, description, of, { data = "findings" } = {}) {
  return {
    [words]: this.string({ description, resolve: (parent: unknown) => say(of(parent)) }),
    [data]: this.field({
      type: [Finding],
      description: asData(words),
      resolve: (parent: unknown) => [...of(parent)],
    }),
  }
}

fields.explainedOrNull = function explainedOrNull(words, description, of, names) {
  return {
    ...this.explained(words, description, of, names),
    [words]: this.string({
      nullable: true,
      description,
      resolve: (parent: unknown) => reasonOf(of(parent)),
    }),
  }
}

fields.explainedByOne = function explainedByOne(words, description, of, { data = "finding" } = {}) {
  return {
    [words]: this.string({ description, resolve: (parent: unknown) => say([of(parent)]) }),
    [data]: this.field({ type: Finding, description: asData(words), resolve: of }),
  }
}

export const itsFindings = ({ findings }: { findings: readonly Found[] }) => findings

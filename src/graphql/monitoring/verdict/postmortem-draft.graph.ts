import { draftPostmortem } from "../../incidents/incident/rules/draft-postmortem.ts"
import { builder } from "../../kernel/builder.ts"
import { readIncidentFacts } from "./read-incident-facts.ts"

builder.prismaObjectField("Incident", "postmortemDraft", (t) =>
  t.string({
    description:
      "A post-mortem in Markdown, in the reader's language, from stored facts alone: times, detection, people and timeline. Causes and actions are left as questions. Needs monitors:read and alerts:read.",
    args: {
      maxCharacters: t.arg.int({
        description: "Its longest length as JSON: texts and the timeline are shortened to fit.",
      }),
    },
    resolve: async (incident, { maxCharacters = null }, ctx) => {
      const about = { type: "incident", id: incident.id } as const
      await ctx.access.require(incident.projectId, "monitors:read", "incident", about)
      await ctx.access.require(incident.projectId, "alerts:read", "incident", about)
      const facts = await readIncidentFacts(ctx, incident)
      return draftPostmortem(facts, { language: ctx.language, maxCharacters })
    },
  }),
)

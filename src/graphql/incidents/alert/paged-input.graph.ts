import { builder } from "../../kernel/builder.ts"

/** Whom a person pages, and what they write about it. */
export const pagedArgs = builder.args((t) => ({
  userIds: t.idList({ description: "Members of the project, by the ids of users; at most 20." }),
  teamIds: t.idList({ description: "Teams of the project, at most 20." }),
  note: t.string({ description: "What they should know, at most 500 characters." }),
}))

export const PageInput = builder.inputType("PageInput", {
  description: "Whom to page for an incident: by a policy, or people and teams.",
  fields: (t) => ({
    policyId: t.id({
      description: "An on-call policy, whose rules run until somebody acknowledges.",
    }),
    userIds: t.idList({ description: "Members of the project, by the ids of users; at most 20." }),
    teamIds: t.idList({ description: "Teams of the project, at most 20." }),
    note: t.string({ description: "What they should know, at most 500 characters." }),
  }),
})

import { z } from "zod"
import { id } from "../../graphql/kernel/input.ts"
import { projectPage } from "../graphql.ts"
import { longText, moment, nameText } from "../../graphql/kernel/answer-fields.ts"
import { list, lower } from "../operation.ts"

const target = z
  .object({
    kind: z.enum(["user", "team", "rotation", "channel"]),
    id,
    name: nameText,
  })
  .meta({ id: "EscalationTarget" })

const rule = z
  .object({
    order: z.int().describe("Position of the rule, starting at 1."),
    delay_minutes: z
      .int()
      .describe("Delay after the previous rule; for the first rule, after the alert."),
    targets: z.array(target).max(50).describe("Targets paged at the same time."),
  })
  .meta({ id: "EscalationRule" })

const policy = z
  .object({
    id,
    name: nameText,
    description: longText,
    rules: z.array(rule).max(20).describe("In order of execution."),
    repeat_count: z.int().describe("How many times the rules repeat."),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "OnCallPolicy" })

const listPolicies = list({
  id: "listOnCallPolicies",
  path: "/v1/on-call/policies",
  tag: "On-call",
  summary: "List on-call policies",
  description:
    "Lists the escalation policies of the project, sorted by name, with who they page in which order.",
  scope: "on_call:read",
  document: projectPage(
    "onCallPolicies",
    "node { id name description rules { order delayMinutes targets { kind id name } } repeatCount createdAt updatedAt }",
  ),
  variables: ({ projectId, page }) => ({ projectId, ...page }),
  connection: ({ project }) => project?.onCallPolicies,
  item: {
    schema: policy,
    of: (row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      rules: row.rules.map(({ order, delayMinutes, targets }) => ({
        order,
        delay_minutes: delayMinutes,
        targets: targets.map((one) => ({ ...one, kind: lower(one.kind) })),
      })),
      repeat_count: row.repeatCount,
      created_at: row.createdAt,
      updated_at: row.updatedAt,
    }),
    example: {
      id: "01937f70-11c4-7000-8000-5b1e8f0a2c33",
      name: "Standard",
      description: "Around the clock.",
      rules: [
        {
          order: 1,
          delay_minutes: 0,
          targets: [
            {
              kind: "rotation",
              id: "01937f70-2f6b-7000-8000-77a1c0d94e10",
              name: "Primary",
            },
          ],
        },
      ],
      repeat_count: 2,
      created_at: "2026-11-21T09:30:00.000Z",
      updated_at: "2026-11-21T09:30:00.000Z",
    },
  },
})

const always = "null for a user paged at any time, directly or through a team."

const onCall = z
  .object({
    policy: z.object({ id, name: nameText }),
    rule_order: z.int().describe("Position of the rule in the policy, starting at 1."),
    user: z.object({ id, name: nameText }),
    since: moment.nullable().describe(`When the shift began; ${always}`),
    until: moment.nullable().describe(`When the shift ends; ${always}`),
  })
  .meta({ id: "OnCall" })

const listCurrent = list({
  id: "listOnCallNow",
  path: "/v1/on-call/current",
  tag: "On-call",
  summary: "List who is on call",
  description:
    "Lists the users each rule would page now, sorted by policy name, then by rule. Rules that would page nobody are " +
    "omitted.",
  scope: "on_call:read",
  document: projectPage(
    "onCallNow",
    "node { policyId policyName ruleOrder user { id name } since until }",
  ),
  variables: ({ projectId, page }) => ({ projectId, ...page }),
  connection: ({ project }) => project?.onCallNow,
  item: {
    schema: onCall,
    of: ({ policyId, policyName, ruleOrder, ...row }) => ({
      policy: { id: policyId, name: policyName },
      rule_order: ruleOrder,
      ...row,
    }),
    example: {
      policy: { id: "01937f70-11c4-7000-8000-5b1e8f0a2c33", name: "Standard" },
      rule_order: 1,
      user: { id: "01937f50-90aa-7000-8000-2f6d3c1b8e54", name: "Ada Lovelace" },
      since: "2026-11-21T08:00:00.000Z",
      until: "2026-11-22T08:00:00.000Z",
    },
  },
})

export const onCallOperations = [listPolicies, listCurrent]

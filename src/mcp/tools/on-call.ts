import { z } from "zod"
import { id } from "../../graphql/kernel/input.ts"
import { graphql, mutation } from "../../rest/graphql.ts"
import { lower, maybe, moment, rows } from "../answers.ts"
import { monitorRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { readTool, writeTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

export const whoIsOnCall = readTool({
  name: "who_is_on_call",
  title: "Who is on call",
  description:
    "Who is on call now by policy, each rotation with its current shift and participants (ids for override_on_call), " +
    "and gaps in the next 14 days.",
  scope: "on_call:read",
  example: {},
  input: z.strictObject({}),
  output: z.object({ now: rows, rotations: rows, warnings: z.array(z.string()) }),
  document: graphql(`
    query mcpOnCall($projectId: ID!) {
      project(id: $projectId) {
        onCallNow(first: 30) {
          edges {
            node {
              policyName
              ruleOrder
              since
              until
              user {
                id
                name
              }
            }
          }
        }
        rotations(first: 15) {
          edges {
            node {
              id
              name
              timeZone
              onCallNow {
                endsAt
                user {
                  id
                  name
                }
              }
              layers {
                participants {
                  id
                  name
                }
              }
            }
          }
        }
        onCallReadiness {
          warnings {
            text
          }
        }
      }
    }
  `),
  variables: ({ projectId }) => ({ projectId }),
  answer: ({ project }) => ({
    now: (project?.onCallNow.edges ?? []).map(({ node }) => ({
      policy: untrusted(node.policyName, 60),
      rule: node.ruleOrder,
      person: { id: node.user.id, name: untrusted(node.user.name, 60) },
      since: node.since,
      until: node.until,
    })),
    rotations: (project?.rotations.edges ?? []).map(({ node }) => ({
      id: node.id,
      name: untrusted(node.name, 60),
      time_zone: node.timeZone,
      now: node.onCallNow && {
        person: untrusted(node.onCallNow.user.name, 60),
        until: node.onCallNow.endsAt,
      },
      participants: peopleOf(node.layers.flatMap(({ participants }) => participants)),
    })),
    warnings: (project?.onCallReadiness.warnings ?? [])
      .slice(0, 10)
      .map(({ text }) => untrusted(text)),
  }),
})

type Person = { id: string; name: string }

const mostPeople = 20

const peopleOf = (people: readonly (Person | null)[]) =>
  [...new Map(people.flatMap((one) => (one === null ? [] : [[one.id, one]]))).values()]
    .slice(0, mostPeople)
    .map((one) => ({ id: one.id, name: untrusted(one.name, 60) }))

export const simulateAlert = readTool({
  name: "simulate_alert",
  title: "Simulate an alert",
  description:
    "Who would be paged, when and over which channel, if this monitor alerted at a moment. Nobody is notified.",
  scope: "on_call:read",
  example: { monitor: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21", urgency: "high" },
  input: z.strictObject({
    monitor: monitorRef,
    at: moment.optional(),
    urgency: z.enum(["high", "low"]).default("high"),
  }),
  output: z.object({ policy: maybe, is_default_policy: z.boolean(), steps: rows }),
  document: graphql(`
    query mcpSimulate($monitor: ID!, $at: DateTime!, $urgency: Urgency!) {
      simulateAlert(monitorId: $monitor, at: $at, urgency: $urgency) {
        isDefaultPolicy
        policy {
          name
        }
        steps {
          dueAt
          round
          ruleOrder
          targets {
            text
          }
          recipients {
            user {
              name
            }
            deliveries {
              at
              kind
              reason
            }
          }
        }
      }
    }
  `),
  variables: ({ args, now }) => ({
    monitor: args.monitor,
    at: args.at ?? now.toISOString(),
    urgency: args.urgency === "high" ? ("HIGH" as const) : ("LOW" as const),
  }),
  answer: ({ simulateAlert: simulated }) => ({
    policy: untrustedOrNull(simulated.policy?.name),
    is_default_policy: simulated.isDefaultPolicy,
    steps: simulated.steps.slice(0, 10).map((step) => ({
      due_at: step.dueAt,
      round: step.round,
      rule: step.ruleOrder,
      targets: step.targets.slice(0, 5).map(({ text }) => untrusted(text, 160)),
      people: step.recipients.slice(0, 10).map((one) => ({
        name: untrusted(one.user.name, 60),
        deliveries: one.deliveries
          .slice(0, 4)
          .map((sent) => ({ at: sent.at, channel: lower(sent.kind) })),
      })),
    })),
  }),
})

export const overrideOnCall = writeTool({
  name: "override_on_call",
  title: "Override on-call",
  description:
    "Puts one person on call in a rotation for a time, instead of whom the schedule names. " +
    "Ids come from who_is_on_call.",
  scope: "on_call:write",
  example: {
    rotation: "01937f61-77aa-7000-8000-0a1b2c3d4e5f",
    person: "01937f61-77aa-7000-8000-0a1b2c3d4e60",
    starts_at: "2026-11-21T18:00:00Z",
    ends_at: "2026-11-22T08:00:00Z",
  },
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({ rotation: id, person: id, starts_at: moment, ends_at: moment }),
  plan: {
    document: graphql(`
      query mcpPlanOverride($rotation: ID!, $from: DateTime!, $until: DateTime!) {
        rotation(id: $rotation) {
          name
          updatedAt
          shifts(from: $from, until: $until) {
            startsAt
            endsAt
            user {
              id
              name
            }
          }
          layers {
            participants {
              id
              name
            }
          }
        }
      }
    `),
    variables: ({ args }) => ({
      rotation: args.rotation,
      from: args.starts_at,
      until: args.ends_at,
    }),
    of: ({ rotation }, { args }) => {
      if (rotation === null) throw notFound("rotation", "who_is_on_call gives their ids.")
      const { shifts } = rotation
      const person = rotation.layers
        .flatMap(({ participants }) => participants)
        .find((one) => one?.id === args.person)
      const replaced = [...new Set(shifts.map(({ user }) => user.name))]
      return {
        state: {
          rotation: rotation.updatedAt,
          shifts: JSON.stringify(shifts.map((one) => [one.user.id, one.startsAt, one.endsAt])),
        },
        changes: [
          `${person ? untrusted(person.name, 60) : args.person} is on call in ${untrusted(rotation.name, 60)} from ${args.starts_at} to ${args.ends_at}`,
          replaced.length === 0
            ? "Nobody was scheduled for that time"
            : `Replaces ${replaced
                .slice(0, 5)
                .map((name) => untrusted(name, 60))
                .join(", ")}`,
        ],
        notifies: ["the people whose shifts change, as on-call notices"],
      }
    },
  },
  document: mutation("createOverride", "id startsAt endsAt user { id }"),
  variables: ({ args }) => ({
    rotationId: args.rotation,
    userId: args.person,
    startsAt: args.starts_at,
    endsAt: args.ends_at,
  }),
  answer: ({ createOverride: made }) => ({
    override: made.id,
    person: made.user?.id ?? null,
    starts_at: made.startsAt,
    ends_at: made.endsAt,
  }),
})

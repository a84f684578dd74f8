import { builder, type Scopes } from "../kernel/builder.ts"

/** Telemetry may contain personal data, so it has a permission of its own. */
export const mayRead = ({ id }: { id: string }): Scopes => ({
  may: { projectId: id, permission: "telemetry:read", noun: "project" },
})

export const rangeArgs = builder.args((t) => ({
  from: t.field({ type: "DateTime", required: true, description: "Start of the time range." }),
  to: t.field({
    type: "DateTime",
    required: true,
    description: "End of the time range, exclusive.",
  }),
}))

export const queryArg = builder.args((t) => ({
  query: t.string({
    required: true,
    description:
      'What to search for, such as `service:cart level>=warn "connection reset"`; empty for all.',
  }),
}))

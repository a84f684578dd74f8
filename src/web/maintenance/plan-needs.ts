/** What scheduling and editing need: a window is about monitors. */
export const planNeeds = ["maintenances:write", "monitors:read"] as const

export const mayPlan = (may: (permission: string) => boolean): boolean => planNeeds.every(may)

/** Kinds of monitors that a query of an explorer can become. */
export const exploredKinds = ["LOG", "TRACE", "METRIC"] as const

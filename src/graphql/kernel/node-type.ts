/** Types with an id and a root field of their own. */
export type NodeType =
  | "Alert"
  | "Incident"
  | "Maintenance"
  | "Monitor"
  | "OnCallPolicy"
  | "Project"
  | "Rotation"
  | "Slo"
  | "StatusPage"
  | "WebhookEndpoint"

const types = new WeakMap<object, NodeType>()

/** Marks a row with its type, which its id does not show. */
export function asNode<Row extends object>(row: Row, type: NodeType): Row {
  types.set(row, type)
  return row
}

export const typeOfNode = (row: object): NodeType | undefined => types.get(row)

export function stepName(round: number, ruleOrder: number): string {
  const step = ruleOrder === 0 ? "Owners and admins" : `Step ${ruleOrder}`
  return round === 1 ? step : `${step}, round ${round}`
}

export const listed = (names: string[]): string =>
  names.length < 2
    ? (names[0] ?? "")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`

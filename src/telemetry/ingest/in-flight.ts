import { Refusal } from "../../http/refusal.ts"

/** Bytes of requests that were received and are not stored yet, in this process. */
const mostBytes = 128 * 1024 * 1024
/** What one project may have of them, so that the others can send. */
const mostOfProject = mostBytes / 2

export type Hold = {
  /** Counts bytes before they are kept. @throws {Refusal} unavailable where too many are in flight. */
  add(bytes: number): void
  release(): void
}

/** Counts the bytes of all requests from their first to the answer, over every transport. */
export function createInFlight() {
  const byProject = new Map<string, number>()
  let total = 0

  function count(projectId: string, bytes: number): void {
    total += bytes
    const ofProject = (byProject.get(projectId) ?? 0) + bytes
    if (ofProject === 0) byProject.delete(projectId)
    else byProject.set(projectId, ofProject)
  }

  return (projectId: string): Hold => {
    let held = 0
    return {
      add(bytes) {
        const ofProject = byProject.get(projectId) ?? 0
        if (total + bytes > mostBytes || ofProject + bytes > mostOfProject) {
          throw new Refusal("unavailable", "Telemetry arrives faster than it can be read.", {
            "retry-after": "1",
          })
        }
        held += bytes
        count(projectId, bytes)
      },
      release() {
        count(projectId, -held)
        held = 0
      },
    }
  }
}

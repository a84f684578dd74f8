import { createChoice } from "../ui/browser-choice.ts"

export type Density = "comfortable" | "dense"

export const densities: readonly [Density, ...Density[]] = ["comfortable", "dense"]

const choice = createChoice("watchkeeper.density", densities)

/** Call once before the first render, so that rows do not change their height. */
export function applyDensity(): void {
  const density = choice.get()
  if (density === "comfortable") delete document.documentElement.dataset["density"]
  else document.documentElement.dataset["density"] = density
}

export const useDensity = choice.use

export function setDensity(density: Density): void {
  choice.set(density)
  applyDensity()
}

import { useEffect } from "react"
import type { MonitorRow } from "../monitor/documents.ts"
import { conditionOf } from "../monitor/words.ts"

/** The tab's icon turns red while anything is offline, so that a background tab tells it, too. */
export function useTabMark(monitors: MonitorRow[] | undefined): void {
  const isBad = monitors?.some((monitor) => conditionOf(monitor).mood === "bad") ?? false
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]")
    if (link !== null) link.href = isBad ? "/favicon-offline.svg" : "/favicon.svg"
  }, [isBad])
}

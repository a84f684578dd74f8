import { parentPort, workerData } from "node:worker_threads"
import { z } from "zod"
import { renderHere } from "./render-here.ts"

/** Renders texts in a thread, until its time is over. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
parentPort?.postMessage(renderHere(z.array(z.string()).parse(workerData)))

import { existsSync } from "node:fs"
import { join } from "node:path"

export const telemetryFolder = (dataDir: string): string => join(dataDir, "telemetry")

/** Where the embedded store says its address and password. */
export const frontFile = (dataDir: string): string => join(telemetryFolder(dataDir), "front.json")

/** The embedded engine's own data, which no other process may touch. */
export const engineFolder = (dataDir: string): string => join(telemetryFolder(dataDir), "store")

/** Whether telemetry was ever kept here. */
export const hasStore = (dataDir: string): boolean => existsSync(engineFolder(dataDir))

const folder = import.meta.dirname.replaceAll("\\", "/")

/**
 * The command as a person types it here: by its name where it is installed as a package, else by its file, from the
 * folder of the clone. Not by `npx`, which elsewhere runs whatever somebody publishes under the name.
 */
export const commandName = folder.includes("/node_modules/")
  ? "watchkeeper"
  : "node bin/watchkeeper.js"

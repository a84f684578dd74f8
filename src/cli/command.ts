import { Command } from "commander"

/** Adds a command with --json, which every command supports. */
export function addCommand(
  parent: Command,
  name: string,
  description: string,
  { isDefault = false }: { isDefault?: boolean } = {},
): Command {
  const command = new Command(name)
    .description(description)
    .option("--json", "print JSON with the field names of the REST API", false)
  parent.addCommand(command.copyInheritedSettings(parent), { isDefault })
  return command
}

/** Adds a group of commands. */
export function addGroup(parent: Command, name: string, description: string): Command {
  const group = new Command(name).description(description)
  parent.addCommand(group.copyInheritedSettings(parent))
  return group
}

import { Command } from "commander"

/** A command that can speak JSON, as every one of ours can. */
export function addCommand(parent: Command, name: string, description: string): Command {
  const command = new Command(name)
    .description(description)
    .option("--json", "print JSON with the field names of the REST API", false)
  parent.addCommand(command.copyInheritedSettings(parent))
  return command
}

/** A noun that only holds its verbs. */
export function addGroup(parent: Command, name: string, description: string): Command {
  const group = new Command(name).description(description)
  parent.addCommand(group.copyInheritedSettings(parent))
  return group
}

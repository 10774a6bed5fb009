/** A model or server that takes no messages of the system, or no tools in them (C21): without them there, and what was bound to them, it answers. */
export const REFUSES_APPENDED =
  /\btool(_addition|_definition|Removal)\b|messages\.\d+(\.member)?\.role\b|\brole\b.{0,24}\bsystem\b|messages\.\d+\.output_config\b|\b(mid-conversation-(tool-changes|output-config)|inline-tools)\b/i

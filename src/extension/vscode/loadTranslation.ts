import { config } from "@vscode/l10n";
import { l10n } from "vscode";

// Each bundle of the extension imports this file before all others, because many texts are read when their file is loaded.
config({ contents: l10n.bundle ?? {} });

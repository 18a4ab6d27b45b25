//! From the files of a matter to a profile: extraction only, no legal analysis.

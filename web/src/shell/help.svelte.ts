// Whether somebody has asked for the list of keys; the dialog answers and takes it back.

export const help = $state({ isAsked: false });

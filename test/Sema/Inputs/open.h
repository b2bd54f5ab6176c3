void openedInAHeader() {

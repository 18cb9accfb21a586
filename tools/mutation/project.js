/** Forgets the project's own modules, so that they are loaded anew; packages stay. @param root where the project is */
exports.unloadProject = (root) => {
	for (const path of Object.keys(require.cache))
		if (path.startsWith(root) && !path.includes('node_modules')) delete require.cache[path];
};

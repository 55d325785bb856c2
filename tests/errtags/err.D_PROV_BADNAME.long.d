provider pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp { probe a(); };

translator int < int I > { };
